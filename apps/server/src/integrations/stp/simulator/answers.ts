import { type Problem, queryTexts, type Refusal } from './texts.ts'

/** What goes back: JSON, or XML of the SOAP call. */
export type Answer = { status: number; json: unknown } | { status: number; xml: string }

/** An answer of `/speiws`: always HTTP 200, the result says how it went. */
export function result(resultado: object): Answer {
  return { status: 200, json: { resultado } }
}

export function refuse({ id, message }: Refusal): Answer {
  return result({ descripcionError: message, id })
}

/** An answer of the query services that is no success: HTTP 400. */
export function problem(json: Problem): Answer {
  return { status: 400, json }
}

export function answered(body: object): Answer {
  return { status: 200, json: { ...queryTexts.answered, ...body } }
}
