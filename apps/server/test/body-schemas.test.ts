import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../src/app.ts'
import { createTestContext } from './context.ts'

const runs = 300
const created = z.object({ fastify: z.custom<FastifyInstance>() })
let bodies: [string, z.ZodType][]

/** Reads the body schemas from the app's route table. */
beforeAll(async () => {
  const ctx = await createTestContext()
  const routes: RouteOptions[] = []
  const watch = (message: unknown) => {
    created.parse(message).fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', watch)
  const app = await buildApp(ctx.deps)
  unsubscribe('fastify.initialization', watch)
  await app.close()
  bodies = routes.flatMap(({ method, url, schema }) =>
    schema?.body instanceof z.ZodType ? [[`${String(method)} ${url}`, schema.body]] : [],
  )
})

/** The fields of an object, or of all options of a union. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  return 'shape' in schema ? Object.keys(schema.shape ?? {}) : []
}

test('names the fields of every body schema', () => {
  const unnamed = bodies.filter(([, schema]) => fieldsOf(schema).length === 0)
  expect(unnamed.map(([route]) => route)).toEqual([])
})

/** Random JSON; in half of the cases an object with the schema's fields and values of any type. */
function anyBody(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = fc.oneof(fc.jsonValue(), fc.constantFrom('Otro', '', -1, {}, [1], null))
  const fields = Object.fromEntries(fieldsOf(schema).map((field) => [field, json]))
  return fc.oneof(json, fc.record(fields, { requiredKeys: [] }), fc.record(fields))
}

test('no body schema throws when it parses random JSON', () => {
  expect(bodies.length).toBeGreaterThan(30)
  for (const [route, schema] of bodies)
    fc.assert(
      fc.property(anyBody(schema), (body) => {
        try {
          schema.safeParse(body)
        } catch (error) {
          throw new Error(`${route} throws`, { cause: error })
        }
      }),
      { numRuns: runs },
    )
})
