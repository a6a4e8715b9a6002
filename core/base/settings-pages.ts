/** Settings pages of the dashboard, as messages name them. */
export const settingsPages = {
  connections: 'dashboard, Settings, Connections',
  limits: 'dashboard, Settings, Limits',
  notifications: 'dashboard, Settings, Notifications',
} as const;
