// Runs the server, which restarts on changes, and Vite's development server.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const options = { cwd: root, stdio: 'inherit' } as const
const children = [
  spawn('node', ['--watch', 'apps/server/src/main.ts'], options),
  spawn('npm', ['run', 'dev', '--workspace', 'apps/web'], options),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
