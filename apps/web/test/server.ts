import { vi } from 'vitest'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type Answers = Record<string, unknown>

async function callOf(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const isJson = request.headers.get('Content-Type')?.includes('json') === true && text !== ''
  return {
    method: request.method,
    path: pathname.replace(/^\/api/, ''),
    query: searchParams,
    headers: request.headers,
    body: isJson ? JSON.parse(text) : text === '' ? undefined : text,
  }
}

function buildProblem(status: number, problem: { code: string; detail: string; errors?: object }): Response {
  const all = { type: 'about:blank', title: problem.code, status, request_id: 'r', ...problem }
  return Response.json(all, { status, headers: { 'Content-Type': 'application/problem+json' } })
}

/** An error answer in the server's format (RFC 9457). */
export const buildRefusal = (status: number, code: string, detail: string) =>
  buildProblem(status, { code, detail })

/** An error answer with its text at a field. */
export const buildFieldRefusal = (status: number, field: string, text: string) =>
  buildProblem(status, { code: 'refused', detail: text, errors: { [field]: [text] } })

/** The only page of a list with these results. */
export const buildPage = (...results: unknown[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})

/**
 * Replaces `fetch` by a fake API. `answers` maps `METHOD /path` to JSON, a Response or a function of the call; any
 * other call gets 404. Returns the growing list of calls; calls to /auth/logs are in it only if `answers` names them.
 */
export function answerWith(answers: Answers): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: Request | string) => {
    if (typeof input === 'string') return new Response(new ReadableStream()) // the event stream sends nothing
    const call = await callOf(input)
    const isUnlisted = call.path === '/auth/logs' && answers['POST /auth/logs'] === undefined
    if (isUnlisted) return new Response(null, { status: 204 })
    calls.push(call)
    const answer = answers[`${call.method} ${call.path}`]
    const body = typeof answer === 'function' ? await answer(call) : answer
    if (body instanceof Response) return body.clone()
    return body === undefined
      ? buildRefusal(404, 'route.not_found', 'No encontramos lo que buscas.')
      : Response.json(body)
  })
  return calls
}
