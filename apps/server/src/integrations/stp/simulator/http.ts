import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerAdmin } from './admin.ts'
import { type Answer, problem, refuse } from './answers.ts'
import type { Call } from './bank.ts'
import type { Controls } from './controls.ts'
import type { RequestFault } from './fault.ts'
import { createHourlyLimit } from './hourly-limit.ts'
import { type Operation, operationAt } from './operations.ts'
import { type TextBody, wireBody } from './order.ts'
import { queryTexts } from './texts.ts'

const forbiddenPage =
  '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'

function send(response: ServerResponse, answer: Answer) {
  const [type, body] =
    'xml' in answer ? ['text/xml', answer.xml] : ['application/json', JSON.stringify(answer.json)]
  response.writeHead(answer.status, { 'content-type': `${type};charset=utf-8` }).end(body)
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(source || '{}')
  } catch {
    return undefined
  }
}

/** The values of a call as text, without lists of objects. Null when the JSON is no object. XML has no values here. */
function readBody(source: string, json: unknown): TextBody | null {
  if (source.trimStart().startsWith('<')) return {}
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const flat = Object.entries(json).filter((entry) => wireBody.safeParse(Object.fromEntries([entry])).success)
  return wireBody.parse(Object.fromEntries(flat))
}

type AnswerFault = Exclude<RequestFault, { action: 'delay' | 'past_cut' }>

/** Plays a fault that replaces the real answer. */
function instead(fault: AnswerFault, response: ServerResponse) {
  if (fault.action === 'lose') response.destroy()
  if (fault.action === 'answer') response.writeHead(fault.status).end(fault.body)
  if (fault.action === 'forbidden') {
    response.writeHead(403, { 'content-type': 'text/html' }).end(forbiddenPage)
  }
  if (fault.action === 'refuse') send(response, refuse(fault))
}

interface Exchange {
  operation: Operation
  call: Call
  response: ServerResponse
}

/** Creates the listener that reads requests, plays faults and answers. `stopped` ends delays that are still running. */
export function createListener(controls: Controls, stopped: AbortSignal): RequestListener {
  const { bank, faults, settings } = controls
  const overLimit = createHourlyLimit(bank.clock.nowMs)

  /** Plays a fault; true when it replaced (or lost) the answer of the operation. */
  async function play(fault: RequestFault, response: ServerResponse): Promise<boolean> {
    if (fault.action === 'past_cut') {
      bank.clock.passCut()
      return false
    }
    if (fault.action === 'delay') {
      await sleep(fault.delay_ms, undefined, { signal: stopped })
      return false
    }
    instead(fault, response)
    return true
  }

  function run({ operation, call }: Exchange): Answer {
    const limit = operation.limited ? settings.hourly_limit : null
    if (limit !== null && overLimit(limit)) return problem(queryTexts.limit)
    return operation.run(bank, call)
  }

  async function exchange(one: Exchange) {
    const { body } = one.call
    const target = { tracking_key: body.claveRastreo, amount: body.monto ? Number(body.monto) : undefined }
    const fault = faults.takeRequest(one.operation.place, target)
    if (fault?.when === 'before' && (await play(fault, one.response))) return
    const answer = run(one)
    if (fault?.when === 'after' && (await play(fault, one.response))) return
    send(one.response, answer)
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '/' } = request
    const { pathname: path } = new URL(url, 'http://simulator')
    const source = await text(request)
    const json = readJson(source)
    if (path.startsWith('/admin/')) return send(response, await answerAdmin(controls, { method, path, json }))
    const operation = operationAt(method, path)
    if (!operation) return send(response, { status: 404, json: { error: 'unknown path' } })
    const body = readBody(source, json)
    if (!body) return send(response, { status: 400, json: { error: 'the body is no JSON object' } })
    return await exchange({ operation, call: { body, json, source }, response })
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy()
      if (!stopped.aborted) process.emitWarning(error instanceof Error ? error : String(error))
    })
  }
}
