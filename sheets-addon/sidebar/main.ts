document.title = 'Slipway';
