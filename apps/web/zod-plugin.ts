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

/** Formats of texts that no schema of this project names; each would bring its class and its pattern. */
const unusedFormats =
  'jwt|emoji|guid|uuidv[467]|nanoid|cuid2?|ulid|base64(?:url)?|xid|ksuid|ipv[46]|cidrv[46]|e164|time|duration'

/** Leaves out the unused formats, and the variant of objects that generates code. */
function slimSchemas(code: string): string {
  const method = new RegExp(`^ {4}(?:${unusedFormats})\\(params\\) \\{\\n.+\\n {4}\\},?\\n`, 'gm')
  const slim = code.replace(method, '')
  const patched = slim.replace('core.$ZodObjectJIT.init', 'core.$ZodObject.init')
  if (slim === code || patched === slim) throw new Error('zod declares formats or objects elsewhere now')
  return patched
}

/** Removes unused parts of zod from the build: JSON Schema output, English messages, code generation, formats. */
export function slimZod(): Plugin {
  return {
    name: 'quincena-slim-zod',
    apply: 'build',
    transform: {
      filter: {
        id: /zod\/v4\/(classic\/schemas|core\/(core|json-schema-processors|to-json-schema)|locales\/en)\.js$/,
      },
      handler(code, id) {
        if (id.endsWith('classic/schemas.js')) return slimSchemas(code)
        if (id.endsWith('/en.js')) return "export { default } from './es.js'"
        return id.endsWith('/core.js') ? disableEval(code) : stubExports(code)
      },
    },
  }
}
