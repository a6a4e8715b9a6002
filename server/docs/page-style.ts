/**
 * How the pages at /docs look: the colours and measures of the dashboard, in a page that loads
 * nothing.
 */
export const pageStyle = `:root{color-scheme:light dark;--bg:light-dark(#f5f7f8,#0d1216);--surface:light-dark(#fff,#141b21);--sunken:light-dark(#f0f3f5,#10161b);
--line:light-dark(#e1e7ea,#253039);--text:light-dark(#14202a,#e7eef3);--muted:light-dark(#566673,#97a7b4);--accent:light-dark(#0a6b6b,#4fd0c4);
--soft:light-dark(#e0f2f1,#12302f);--good:light-dark(#136c43,#62d29b);--good-soft:light-dark(#e1f4e9,#12301f);--bad:light-dark(#b0261d,#ff8f86);
--bad-soft:light-dark(#fdeceb,#371817);--warn:light-dark(#7d5200,#f0c266);--warn-soft:light-dark(#fdf2dc,#33270f);
font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;color:var(--text);background:var(--bg);scroll-padding-top:1rem}
*{box-sizing:border-box}body{margin:0;display:grid;grid-template-columns:21rem minmax(0,1fr)}
a{color:var(--accent);text-underline-offset:3px}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre,section h3{font-family:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,monospace}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem 1rem;background:var(--surface);border-right:1px solid var(--line);font-size:13px}
nav h1{margin:0 0 1rem;font-size:1.25rem;letter-spacing:-.01em}nav a{color:inherit;text-decoration:none}nav a:hover{color:var(--accent)}
nav summary{padding:.3rem 0;font-weight:600;cursor:pointer}nav ul{list-style:none;margin:0 0 .5rem;padding:0}
nav li a{display:block;padding:.25rem .5rem;border-radius:6px;color:var(--muted)}nav li a:hover,nav a[aria-current]{background:var(--soft);color:var(--text)}
nav input{width:100%;margin:.2rem 0 .6rem;padding:.45rem .6rem;font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:8px}
main{padding:2rem 2.5rem 6rem;max-width:64rem}h2{margin:3.5rem 0 .5rem;font-size:1.4rem;letter-spacing:-.01em}h4{margin:1rem 0 .4rem;font-size:.95rem}
h4 small{font-weight:400;color:var(--muted)}
section{margin:1rem 0;padding:1.1rem 1.3rem;background:var(--surface);border:1px solid var(--line);border-radius:12px}section:target{border-color:var(--accent)}
h1{margin:0 0 1rem;letter-spacing:-.01em}h3{margin:1.6rem 0 .5rem}main li{margin:.25rem 0}th{text-align:left;padding:.35rem .9rem .35rem 0}.source{margin-top:4rem;font-size:13px}
section h3{margin:0 0 .6rem;font-size:.95rem;overflow-wrap:anywhere}
h3 b{color:var(--warn)}h3 b{margin-right:.4rem;padding:.15em .55em;border-radius:6px;font-size:.85em;background:var(--warn-soft)}
b.GET{color:var(--accent)}h3 b.GET{background:var(--soft)}b.POST{color:var(--good)}h3 b.POST{background:var(--good-soft)}b.DELETE{color:var(--bad)}h3 b.DELETE{background:var(--bad-soft)}
pre{position:relative;padding:.9rem 1rem;overflow:auto;background:var(--sunken);border:1px solid var(--line);border-radius:8px;font-size:13px}
pre button{position:absolute;top:.4rem;right:.4rem;padding:.15rem .6rem;font:12px/1.5 system-ui,sans-serif;color:var(--muted);background:var(--surface);border:1px solid var(--line);border-radius:6px;cursor:pointer}
.contents{margin:0 0 1.5rem;font-size:14px}.contents summary{cursor:pointer;color:var(--muted)}.contents ul{columns:2;margin:.5rem 0;padding-left:1.2rem}.next{margin-top:4rem}.next+.source{margin-top:1rem}
p code,td code{padding:.05em .3em;background:var(--sunken);border-radius:4px;font-size:.9em}p code{overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-size:14px}td{padding:.35rem .9rem .35rem 0;vertical-align:top;border-top:1px solid var(--line)}
section td:first-child{white-space:nowrap}section td:nth-child(2){color:var(--muted)}
@media(max-width:800px){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}
section{padding:.9rem}main>table{display:block;overflow:auto}section td{display:block;border:0;padding:0}section td:nth-child(-n+3){display:inline;padding-right:.6rem}section tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}}`;
