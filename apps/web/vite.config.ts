import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brand } from './brand-plugin.ts'

const devBase = '/quincena/'

const source = (names: string) => new RegExp(`/apps/web/src/(${names})\\.tsx?$`)

/**
 * Many small files cost a phone more than few: each group takes what its modules need, too. `door` is what the
 * first screen draws with, `kit` what every screen behind it asks the server with.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  {
    name: 'door',
    test: source('app/start|components/(login-fields|links|form-error|month-art)|worker/legal/consent-box'),
    priority: 3,
  },
  { name: 'kit', test: source('app/keep-fresh|lib/(api|sign-in)|components/queries'), priority: 2 },
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
