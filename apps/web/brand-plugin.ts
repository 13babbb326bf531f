import type { HtmlTagDescriptor, Plugin } from 'vite'
import { tokens } from './src/components/tokens.ts'

const { light, dark } = tokens

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${light.paper}"/><path d="M17.5 7.2a9 9 0 0 1 0 17.6" fill="none" stroke="${light.jade}" stroke-width="2.5"/><path d="M15 6a10 10 0 0 0 0 20z" fill="${light.jade}"/></svg>`

/** What makes the app installable. All addresses are relative to the manifest, wherever the app lives. */
const manifest = {
  id: 'app/', // the server writes its base path before it: an id counts from the root of the host
  name: 'Quincena',
  short_name: 'Quincena',
  description: 'Créditos y anticipos de nómina, claros y a tiempo.',
  lang: 'es-MX',
  dir: 'ltr',
  start_url: 'app/',
  scope: './',
  display: 'standalone',
  background_color: light.paper,
  theme_color: light.paper,
  categories: ['finance'],
  shortcuts: [
    { name: 'Solicitar anticipo', url: 'app/new-advance' },
    { name: 'Mis solicitudes', url: 'app/requests' },
  ].map((shortcut) => ({ ...shortcut, icons: [{ src: 'icon-192.png', sizes: '192x192' }] })),
  screenshots: [
    { src: 'screenshot-home.png', label: 'Lo más urgente, con su monto y su fecha' },
    { src: 'screenshot-requests.png', label: 'Cómo va cada solicitud' },
  ].map((picture) => ({ ...picture, sizes: '780x1688', type: 'image/png', form_factor: 'narrow' })),
  icons: [
    { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

/** Colours of the first paint, before any script: the page, the two halves of the splash and its text. */
const firstPaint = `
:root{--first-paper:${light.paper};--first-jade:${light.jade};--first-open:${light['jade-mid']};--first-ink:${light.ink}}
@media (prefers-color-scheme:dark){:root{--first-paper:${dark.paper};--first-jade:${dark.jade};--first-open:${dark['jade-mid']};--first-ink:${dark.ink}}}
html{background:var(--first-paper);color-scheme:light dark}
#splash{position:fixed;inset:0;display:grid;place-content:center;justify-items:center;gap:24px}
#splash p{margin:0;max-width:300px;color:var(--first-ink);font:600 22px/1.35 system-ui,sans-serif;text-align:center;text-wrap:balance}
#splash .open{fill:none;stroke:var(--first-open);stroke-width:3}
#splash .full{fill:var(--first-jade)}
@keyframes first-half{from{opacity:.25}to{opacity:1}}
#splash .full{animation:first-half 900ms ease-in-out infinite alternate}
@media (prefers-reduced-motion:reduce){#splash .full{animation:none}}`

function themeColors(): HtmlTagDescriptor[] {
  const entries: [string, string][] = [
    ['light', light.paper],
    ['dark', dark.paper],
  ]
  return entries.map(([scheme, content]) => ({
    tag: 'meta',
    attrs: { name: 'theme-color', content, media: `(prefers-color-scheme: ${scheme})` },
  }))
}

const preload = (as: string, type: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as, ...(type !== '' && { type }), crossorigin: '', href: `./${file}` },
  injectTo: 'head',
})

/**
 * Preloads the files of the first screen without delaying the first paint: the splash is in the page itself, and the
 * app waits for its own styles.
 */
function preloads(bundle: Record<string, { type: string }> | undefined): HtmlTagDescriptor[] {
  const filesMatching = (pattern: RegExp) => Object.keys(bundle ?? {}).filter((name) => pattern.test(name))
  const scripts = filesMatching(/^assets\/(first-screen|react)-[^/]+\.js$/)
  return [
    ...filesMatching(/\.woff2$/).map((file) => preload('font', 'font/woff2', file)),
    ...filesMatching(/^assets\/first-screen-[^/]+\.css$/).map((file) => preload('style', '', file)),
    ...scripts.map((file): HtmlTagDescriptor => {
      return {
        tag: 'link',
        attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: '', href: `./${file}` },
        injectTo: 'head',
      }
    }),
  ]
}

/**
 * Writes the theme's colours where CSS variables cannot be used: first paint, browser chrome, favicon, manifest.
 */
export function brand(devBase: string): Plugin {
  return {
    name: 'quincena-brand',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: favicon })
      const source = JSON.stringify(manifest, null, 2)
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
    },
    configureServer(server) {
      server.middlewares.use(`${devBase}favicon.svg`, (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml').end(favicon)
      })
    },
    transformIndexHtml(_html, context) {
      return [
        { tag: 'style', children: firstPaint, injectTo: 'head' },
        ...themeColors(),
        ...preloads(context.bundle),
      ]
    },
  }
}
