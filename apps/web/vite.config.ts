import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { brand } from './brand-plugin.ts'
import { listFilesOfPhone, readManifest } from './build-graph.ts'
import { slimZod } from './zod-plugin.ts'

const devBase = '/quincena/'

const source = (names: string) => new RegExp(`/apps/web/src/(${names})\\.tsx?$`)

/**
 * A phone loads few larger files faster than many small ones; each group includes the imports of its modules.
 * `first-screen` draws the login, `shared` serves every screen behind it, `home` is the worker app's layout.
 */
const firstScreen =
  'app/start|components/(login-fields|links|form-error|month-art)|worker/legal/consent-(box|memory)'
const shared =
  'app/refresh-by-events|lib/(api|picture-source|read-query|sign-in|today|unread)|components/(queries|skeletons|amount|status-badge|message-state|pay-date-strip|bottom-sheet)'
const sharedPaths = [
  'node_modules/@tanstack/',
  'node_modules/@mantine/core/esm/components/(Avatar|Indicator|Stack)/',
  'icons/Icon(Bell|CalendarDollar|Chevron(Left|Right)|CloudOff|ExternalLink|FileText|Help|Home|Phone|Player(Pause|Play)|User|X).mjs$',
  'packages/domain/src/(loans/(schema|rules|limits)|payments/schema).ts$',
]
const home = 'app/worker-layout|worker/(home/home-page|offline/offline-strip|install/install-hint)'
const chunks = [
  { name: 'main', test: /preload-helper/, priority: 6 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
  {
    name: 'first-screen',
    test: source(`${firstScreen}|worker/login/(use-worker-login|login-errors)`),
    priority: 4,
  },
  { name: 'shared', test: new RegExp([source(shared).source, ...sharedPaths].join('|')), priority: 3 },
  { name: 'home', test: source(home), priority: 2 },
  { name: 'floating-ui', test: /node_modules[\\/]@floating-ui[\\/]/, priority: 1 },
]

const dist = fileURLToPath(new URL('dist', import.meta.url))

/** The service worker stores the files of the worker app and the start page, but not those of the staff app. */
const offline = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'service-worker.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: ['index.html', 'assets/*.{js,css,woff2}', 'icon-192.png', 'favicon.svg'],
    manifestTransforms: [
      (entries) => {
        const phoneFiles = listFilesOfPhone(readManifest(dist))
        const isForPhone = (url: string) => !/\.(js|css)$/.test(url) || phoneFiles.has(url)
        return { manifest: entries.filter(({ url }) => isForPhone(url)), warnings: [] }
      },
    ],
  },
})

/** Built files name each other relatively; the server's `<base href>` decides where they live. */
export default defineConfig(({ command }) => ({
  base: command === 'serve' ? devBase : './',
  plugins: [react(), brand(devBase), slimZod(), offline],
  server: { proxy: { [`${devBase}api`]: 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
}))
