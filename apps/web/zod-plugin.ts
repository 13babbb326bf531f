import type { Plugin } from 'vite'

function withoutWriters(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  const exported = names.map((name) => `export const ${name} = nothing`)
  return ['const nothing = () => undefined', 'export { nothing as process }', ...exported].join('\n')
}

/** What of zod no browser of ours needs stays out of the build: its writers of JSON Schema, its English. */
export function slimZod(): Plugin {
  return {
    name: 'quincena-slim-zod',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/(core\/(json-schema-processors|to-json-schema)|locales\/en)\.js$/ },
      handler: (code, id) =>
        id.endsWith('en.js') ? "export { default } from './es.js'" : withoutWriters(code),
    },
  }
}
