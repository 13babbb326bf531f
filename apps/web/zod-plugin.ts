import type { Plugin } from 'vite'

function stubExports(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  const exported = names.map((name) => `export const ${name} = nothing`)
  return ['const nothing = () => undefined', 'export { nothing as process }', ...exported].join('\n')
}

/** Turns off zod's code generation, which our CSP forbids. */
function disableEval(code: string): string {
  const patched = code.replace('__zod_globalConfig = {}', '__zod_globalConfig = { jitless: true }')
  if (patched === code) throw new Error('zod keeps its configuration elsewhere now')
  return patched
}

/** Removes unused parts of zod from the build: JSON Schema output, English messages, code generation. */
export function slimZod(): Plugin {
  return {
    name: 'quincena-slim-zod',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/(core\/(core|json-schema-processors|to-json-schema)|locales\/en)\.js$/ },
      handler(code, id) {
        if (id.endsWith('/en.js')) return "export { default } from './es.js'"
        return id.endsWith('/core.js') ? disableEval(code) : stubExports(code)
      },
    },
  }
}
