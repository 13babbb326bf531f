import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerAdmin, type Controls } from './admin.ts'
import type { SimulatorClock } from './clock.ts'
import type { RequestFault } from './faults.ts'
import { type Answer, type Operation, refusal } from './operations.ts'
import { type TextBody, wireBody } from './order.ts'

const forbiddenPage =
  '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'

function send(response: ServerResponse, answer: Answer) {
  response.writeHead(answer.status, { 'content-type': 'application/json;charset=utf-8' })
  response.end(JSON.stringify(answer.json))
}

/** Plays a fault; true when it has answered (or lost the answer) in the operation's place. */
async function play(
  fault: RequestFault,
  { response, stopped, clock }: { response: ServerResponse; stopped: AbortSignal; clock: SimulatorClock },
): Promise<boolean> {
  if (fault.action === 'past_cut') {
    clock.passCut()
    return false
  }
  if (fault.action === 'delay') {
    await sleep(fault.delay_ms, undefined, { signal: stopped })
    return false
  }
  if (fault.action === 'lose') response.destroy()
  if (fault.action === 'answer') response.writeHead(fault.status).end(fault.body)
  if (fault.action === 'forbidden')
    response.writeHead(403, { 'content-type': 'text/html' }).end(forbiddenPage)
  if (fault.action === 'refuse') send(response, refusal(fault.id, fault.message))
  return true
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(source || '{}')
  } catch {
    return undefined
  }
}

interface Exchange {
  operation: Operation
  body: TextBody
  response: ServerResponse
}

/** Reads requests, plays the planned faults around them and answers; `stopped` ends what still waits. */
export function createListener(around: {
  operations: ReadonlyMap<string, Operation>
  controls: Controls
  stopped: AbortSignal
}): RequestListener {
  const { operations, controls, stopped } = around

  async function exchange({ operation, body, response }: Exchange) {
    const target = { tracking_key: body.claveRastreo, amount: body.monto ? Number(body.monto) : undefined }
    const fault = controls.faults.takeRequest(operation.place, target)
    const scene = { response, stopped, clock: controls.clock }
    if (fault?.when === 'before' && (await play(fault, scene))) return
    const answer = operation.run(body)
    if (fault?.when === 'after' && (await play(fault, scene))) return
    send(response, answer)
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '/' } = request
    const { pathname: path } = new URL(url, 'http://simulator')
    const json = readJson(await text(request))
    if (path.startsWith('/admin/')) return send(response, answerAdmin(controls, { method, path, json }))
    const operation = operations.get(`${method} ${path}`)
    if (!operation) return send(response, { status: 404, json: { error: 'unknown path' } })
    const body = wireBody.safeParse(json)
    if (!body.success)
      return send(response, { status: 400, json: { error: 'the body is no flat JSON object' } })
    return await exchange({ operation, body: body.data, response })
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy()
      if (!stopped.aborted) process.emitWarning(error instanceof Error ? error : String(error))
    })
  }
}
