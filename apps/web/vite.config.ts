import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { brand } from './brand-plugin.ts'
import { listFilesOfPhone, readManifest } from './build-graph.ts'
import { chunks } from './chunks.ts'
import { slimMantine } from './mantine-plugin.ts'
import { slimZod } from './zod-plugin.ts'

const devBase = '/quincena/'

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
  plugins: [react(), brand(devBase), slimZod(), slimMantine(), offline],
  server: { proxy: { [`${devBase}api`]: 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
}))
