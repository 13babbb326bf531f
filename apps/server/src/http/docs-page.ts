import { z } from 'zod'

const operation = z.object({
  tags: z.array(z.string()).default(['other']),
  description: z.string().default(''),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.unknown()).default({}),
})
const document = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})

interface Call extends z.infer<typeof operation> {
  method: string
  path: string
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function block(title: string, value: unknown): string {
  if (value === undefined) return ''
  return `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

function showCall({ method, path, description, parameters, requestBody, responses }: Call): string {
  const parts = [
    block('Parameters', parameters),
    block('Body', requestBody),
    block('Answers', responses),
  ].join('')
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <i>${escapeHtml(description)}</i></summary>${parts}</details>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
details{border-bottom:1px solid #8884;padding:.5rem 0}summary{cursor:pointer}summary b{display:inline-block;min-width:4.5rem}
summary i{opacity:.75;font-size:.875rem}pre{overflow:auto;background:#8881;padding:.75rem;font-size:.8125rem}h2{margin-top:2rem;text-transform:capitalize}`

/**
 * Renders an OpenAPI document as one HTML page, without scripts or external files. Throws a ZodError if it is not one.
 */
export function docsPage(openapi: unknown, jsonUrl: string): string {
  const { info, paths } = document.parse(openapi)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Call => ({ method, path, ...described })),
  )
  const groups = Map.groupBy(calls, ({ tags }) => tags[0] ?? 'other')
  const sections = [...groups].map(
    ([tag, group]) => `<h2>${escapeHtml(tag)}</h2>${group.map(showCall).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}: API</title><style>${style}</style></head><body>
<h1>${escapeHtml(info.title)}: API</h1><p>${escapeHtml(info.description)} <a href="${escapeHtml(jsonUrl)}">openapi.json</a></p>
${sections.join('\n')}</body></html>`
}
