import { type Problem, queryTexts, type Refusal } from './texts.ts'

/** An answer of the simulator: JSON, or XML for the SOAP call. */
export type Answer = { status: number; json: unknown } | { status: number; xml: string }

/** An answer of `/speiws`: HTTP 200 for success and refusal; `resultado` tells them apart. */
export function result(resultado: object): Answer {
  return { status: 200, json: { resultado } }
}

/** An answer of `/speiws` that refuses: HTTP 200 with id and text. */
export function refuse({ id, message }: Refusal): Answer {
  return result({ descripcionError: message, id })
}

/** An answer of the query services other than success: HTTP 400. */
export function problem(json: Problem): Answer {
  return { status: 400, json }
}

/** A successful answer of the query services: HTTP 200, `estado` 0 and the body. */
export function answered(body: object): Answer {
  return { status: 200, json: { ...queryTexts.answered, ...body } }
}
