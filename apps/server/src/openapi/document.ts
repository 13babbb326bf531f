import { z } from 'zod'
import {
  joinEqual,
  nameSchema,
  refsIn,
  type Schemas,
  shareAnswers,
  shortenNames,
  usedSchemas,
} from './components.ts'
import { bodyExamples, eventExample } from './examples.ts'
import { fileTypes, forms } from './files.ts'
import { nameOperation } from './names.ts'
import { codesOf, problemAnswer } from './problems.ts'
import { pascal } from './schemas.ts'

const part = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.looseObject({ schema: part.optional() }))
const operationShape = z.looseObject({
  tags: z.array(z.string()).default(['other']),
  description: z.string().default(''),
  parameters: z.array(part).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
  'x-access': z.string(),
  'x-factor': z.string().optional(),
  'x-scope': z.string().optional(),
  'x-idempotency': z.string().optional(),
})
const documentShape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.looseObject({ schemas: z.record(z.string(), part).default({}) }),
})
type Operation = z.infer<typeof operationShape>
type Content = z.infer<typeof content>

const statusTexts: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: something is still to happen, such as a second approval.',
  204: 'Done; the answer has no body.',
}

const headers = {
  RequestId: {
    description: 'Id of the request: that of the caller or a new one. Errors repeat it as `request_id`.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds after which the same request may succeed; not always present.',
    schema: { type: 'integer', minimum: 0 },
  },
  IdempotentReplay: {
    description: '`true` where the answer is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  SessionIdle: {
    description: 'Seconds until the session ends if no activity follows.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const headerOf = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const keyDescription =
  '1 to 128 visible ASCII characters that name this command. The same key with the same body answers the outcome of ' +
  'the first request; with another body it is a 422.'

const keyParameter = (isRequired: boolean) => ({
  ...{ name: 'Idempotency-Key', in: 'header', required: isRequired, description: keyDescription },
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  example: '5b0c1a52-6f2b-4f43-8f0a-6f0d6d0c2f37',
})

const isAtRoot = new Set(['/healthz', '/readyz', '/metrics'])

interface Described {
  call: string
  method: string
  path: string
  operation: Operation
  operationId: string
  isKeyed: boolean
}

function nameContent(schemas: Schemas, name: string, described: Content): Content {
  return Object.fromEntries(
    Object.entries(described).map(([type, { schema, ...more }]) => [
      type,
      { ...more, ...(schema && { schema: nameSchema(schemas, name, schema) }) },
    ]),
  )
}

/** The answer of a call that sends a file or a stream. */
function fileAnswer(types: readonly string[]) {
  const isText = (type: string) => type.startsWith('text/') || type === 'application/json'
  const schemaOf = (type: string) =>
    type === 'application/json'
      ? { type: 'object' }
      : { type: 'string', ...(!isText(type) && { format: 'binary' }) }
  return Object.fromEntries(
    types.map((type) => [
      type,
      { schema: schemaOf(type), ...(type === 'text/event-stream' && { example: eventExample }) },
    ]),
  )
}

function answersOf({ call, operation, operationId, isKeyed }: Described, schemas: Schemas) {
  const { default: _, ...declared } = operation.responses
  const types = fileTypes(call)
  const answers: Operation['responses'] =
    types === undefined ? declared : { ...declared, 200: { content: fileAnswer(types) } }
  const isOpen = operation['x-access'] === 'public' || operation['x-access'] === 'stp'
  const isTagged = operationId === 'getUnsignedContract'
  return Object.entries(answers).map(([status, { content: described, ...more }]) => {
    const name = `${pascal(operationId)}${status === '202' ? 'Pending' : 'Answer'}`
    const sent = {
      'X-Request-Id': headerOf('RequestId'),
      ...(!isOpen && { 'Session-Idle-Seconds': headerOf('SessionIdle') }),
      ...(isKeyed && { 'Idempotent-Replay': headerOf('IdempotentReplay') }),
      ...(isTagged && {
        ETag: { description: 'SHA-256 of the file, in quotes.', schema: { type: 'string' } },
      }),
    }
    const answer = { ...more, description: statusTexts[status] ?? 'Answer.', headers: sent }
    return [
      status,
      described === undefined ? answer : { ...answer, content: nameContent(schemas, name, described) },
    ]
  })
}

/** The body of a form, with its file. */
function formBody(call: string) {
  const form = forms[call]
  if (form === undefined) return undefined
  const fields = Object.entries(form.fields ?? {})
  const required = fields.filter(([, { isRequired }]) => isRequired === true).map(([name]) => name)
  const texts = fields.map(([name, { description }]) => [name, { type: 'string', description }])
  const file = { type: 'string', format: 'binary', description: form.description }
  const schema = {
    ...{ type: 'object', required: [...required, form.file] },
    properties: { ...Object.fromEntries(texts), [form.file]: file },
  }
  const encoding = { [form.file]: { contentType: form.media_type } }
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
}

function bodyOf({ call, operation, operationId }: Described, schemas: Schemas) {
  const form = formBody(call)
  if (form !== undefined) return form
  if (operation.requestBody === undefined) return undefined
  const named = nameContent(schemas, `${pascal(operationId)}Body`, operation.requestBody.content)
  const example = bodyExamples[operationId]
  const json = { ...named['application/json'], ...(example && { example }) }
  return { ...operation.requestBody, required: true, content: { ...named, 'application/json': json } }
}

function describe(described: Described, schemas: Schemas) {
  const { call, method, operation, operationId, isKeyed } = described
  const { description, parameters, 'x-access': access, 'x-factor': factor, 'x-scope': scope } = operation
  const idempotency = operation['x-idempotency']
  const requestBody = bodyOf(described, schemas)
  const problems = codesOf({
    ...{ call, access, factor, scope, isKeyed },
    hasBody: operation.requestBody !== undefined,
    isForm: forms[call] !== undefined,
    hasQuery: parameters.some(({ in: place }) => place === 'query'),
  }).map(([status, codes]) => [String(status), problemAnswer(status, codes)])
  const { summary } = nameOperation({ method, path: described.path, isList: isListed(operation, schemas) })
  const keyed = isKeyed ? [...parameters, keyParameter(idempotency !== undefined)] : parameters
  return {
    ...{ operationId, summary, description },
    ...operation,
    ...(isAtRoot.has(described.path) && { servers: [{ url: '/', description: 'The root of this server' }] }),
    ...(keyed.length > 0 ? { parameters: keyed } : { parameters: undefined }),
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(answersOf(described, schemas)),
      ...Object.fromEntries(problems),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** True if the call answers a page of a list. */
function isListed({ responses }: Operation, schemas: Schemas): boolean {
  const schema = responses[200]?.content?.['application/json']?.schema ?? {}
  const name = refsIn(schema).find((one) => schema.$ref === `#/components/schemas/${one}`)
  const { properties } = name === undefined ? schema : (schemas[name] ?? {})
  return Object.hasOwn(Object(properties), 'results')
}

/** Any JSON refers to itself by a definition that the converter leaves out; it is documented as anything. */
const withoutLostRefs = (raw: unknown): unknown =>
  JSON.parse(JSON.stringify(raw), (_key, value) => {
    const { $ref, anyOf } = Object(value)
    const isAny = Array.isArray(anyOf) && anyOf.some((option) => JSON.stringify(option) === '{}')
    return isAny || String($ref).startsWith('#/components/schemas/__shared') ? {} : value
  })

const tagTexts: Record<string, string> = {
  sessions: 'Sign-in, sessions, passwords, second factors and preferences.',
  users: 'Workers and staff.',
  loans: 'Credits and advances, from the request to the signature.',
  payments: 'Payments of loans, payoffs and receipts.',
  stp: 'Orders of STP, incoming payments and webhooks.',
}

/**
 * Completes the document that the routes' schemas make: a name and a summary for each call, the headers, forms, files and
 * errors that the schemas do not say, and one named component for each schema.
 */
export function completeDocument(raw: unknown) {
  const document = documentShape.parse(withoutLostRefs(raw))
  const schemas = document.components.schemas
  const paths = Object.entries(document.paths).map(([path, methods]): [string, object] => {
    const described = Object.entries(methods).map(([method, operation]) => {
      const plain = path.replace(/(?<=.)\/$/, '')
      const call = `${method.toUpperCase()} ${plain}`
      const { operationId } = nameOperation({ method, path: plain, isList: isListed(operation, schemas) })
      const access = operation['x-access']
      const isKeyed =
        (method === 'post' || method === 'put') &&
        access !== 'public' &&
        access !== 'stp' &&
        !path.startsWith('/auth/')
      return [
        method,
        describe({ call, method, path: plain, operation, operationId, isKeyed }, schemas),
      ] as const
    })
    return [path, Object.fromEntries(described)]
  })
  const tags = new Set(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ tags: own }) => own),
    ),
  )
  const { paths: calls, shared } = shareAnswers(paths)
  const complete = {
    ...document,
    tags: [...tags].sort().map((name) => ({ name, description: tagTexts[name] ?? `Calls about ${name}.` })),
    paths: calls,
    components: {
      ...document.components,
      headers,
      responses: { ...shared, Problem: problemAnswer(500, ['server.error']) },
      schemas,
    },
  }
  const joined: typeof complete = JSON.parse(joinEqual(JSON.stringify(complete), schemas))
  const { schemas: all, ...components } = joined.components
  const schemas_used = usedSchemas({ ...joined, components }, all)
  return shortenNames({ ...joined, components: { ...components, schemas: schemas_used } })
}
