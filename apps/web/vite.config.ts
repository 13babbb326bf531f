import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brand } from './brand-plugin.ts'

const devBase = '/quincena/'

/** Keeps what only some screens need apart from the small shared parts that every screen fetches. */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  { name: 'floating-ui', test: /node_modules[\\/]@floating-ui[\\/]/, priority: 1 },
]

/** Built files name each other relatively; the server's `<base href>` decides where they live. */
export default defineConfig(({ command }) => ({
  base: command === 'serve' ? devBase : './',
  plugins: [react(), brand(devBase)],
  server: { proxy: { [`${devBase}api`]: 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
}))
