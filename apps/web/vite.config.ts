import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brand } from './brand-plugin.ts'

const devBase = '/quincena/'

/** Built files name each other relatively; the server's `<base href>` decides where they live. */
export default defineConfig(({ command }) => ({
  base: command === 'serve' ? devBase : './',
  plugins: [react(), brand(devBase)],
  server: { proxy: { [`${devBase}api`]: 'http://127.0.0.1:3000' } },
  build: { target: 'es2022' },
}))
