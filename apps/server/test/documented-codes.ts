import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import { z } from 'zod'
import type { App } from '../src/http/access.ts'

const answer = z.looseObject({ $ref: z.string().optional(), description: z.string().default('') })
const shape = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), answer) })),
  ),
  components: z.object({ responses: z.record(z.string(), answer) }),
})
const list = z.array(z.string())

/** Reads from the OpenAPI document which problems each call may answer: `GET /loan/{id} 404 route.not_found`. */
async function readDocument(app: App, api: string): Promise<string[]> {
  const { paths, components } = shape.parse((await app.inject(`${api}/openapi.json`)).json())
  const codesIn = ({ $ref, description }: z.infer<typeof answer>): string[] =>
    $ref === undefined
      ? [...description.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
      : codesIn(components.responses[$ref.split('/').at(-1) ?? ''] ?? { description: '' })
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => status !== 'default')
        .flatMap(([status, one]) =>
          codesIn(one).map((code) => `${method.toUpperCase()} ${path} ${status} ${code}`),
        ),
    ),
  )
}

/** The document's problems; the first file of the run that asks writes them for the others. */
async function documented(app: App, api: string): Promise<Set<string>> {
  const file = inject('documented_codes')
  if (existsSync(file)) return new Set(list.parse(JSON.parse(readFileSync(file, 'utf8'))))
  const codes = await readDocument(app, api)
  const part = `${file}.${process.pid}`
  writeFileSync(part, JSON.stringify(codes))
  renameSync(part, file)
  return new Set(codes)
}

const line = z.object({
  req: z.object({ method: z.string() }),
  route: z.string().nullable(),
  status: z.number(),
  code: z.string().optional(),
})

/** Collects the problems that a test's app answers, from its log of requests, and expects the document to name them. */
export function watchCodes(api: string) {
  const answered = new Set<string>()
  return {
    write(text: string) {
      const { data } = line.safeParse(JSON.parse(text))
      if (data?.code === undefined || data.route === null || data.route.includes('*')) return
      const path = data.route.replace(api, '').replaceAll(/:(\w+)/g, '{$1}')
      answered.add(`${data.req.method} ${path} ${data.status} ${data.code}`)
    },
    async expectDocumented(app: App) {
      if (answered.size === 0) return
      const known = await documented(app, api)
      expect([...answered].filter((one) => !known.has(one))).toEqual([])
      answered.clear()
    },
  }
}
