import { randomUUID } from 'node:crypto'
import type { ApiTokenBody } from '@quincena/domain/api-tokens/schema'
import { allApiScopes } from '@quincena/domain/api-tokens/scopes'
import { methods } from './access-people.ts'
import type { TestContext } from './context.ts'
import { makeClabe } from './factories.ts'
import { workerCells } from './worker-sheet.ts'

export type Headers = Record<string, string>

export const askedToken: ApiTokenBody = { name: 'Nómina', scopes: [...allApiScopes], valid_days: 30 }

interface Call {
  caller: Headers
  /** `GET /loan`. */
  route: string
  payload?: object | undefined
}

/** Sends a call with a new idempotency key. */
export async function sendCall(ctx: TestContext, { caller, route, payload }: Call) {
  const [method, path] = route.split(' ')
  const answer = await ctx.app.inject({
    ...{ method: methods.parse(method), url: `${ctx.api}${path}`, ...(payload && { payload }) },
    headers: { 'idempotency-key': randomUUID(), ...caller },
  })
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json(), answer }
}

/** Makes a token by the call of an admin; `caller` are the headers of who has it. */
export async function makeToken(ctx: TestContext, admin: Headers, wish: Partial<ApiTokenBody> = {}) {
  const { status, body } = await sendCall(ctx, {
    ...{ caller: admin, route: 'POST /auth/api-tokens' },
    payload: { ...askedToken, ...wish },
  })
  if (status !== 201 && status !== 202) throw new Error(JSON.stringify(body))
  return { ...body, caller: { authorization: `Bearer ${body.token}` } }
}

/** Makes a token that works at once, as after the approval. */
export async function makeActiveToken(ctx: TestContext, admin: Headers, wish: Partial<ApiTokenBody> = {}) {
  const made = await makeToken(ctx, admin, wish)
  await ctx.deps.db
    .updateTable('api_token')
    .set({ activated_at: ctx.clock.now.toString() })
    .where('id', '=', made.api_token.id)
    .execute()
  return made
}

/** The form of a new worker. */
export function workerForm(number: number, company: number | undefined) {
  const { CURP, RFC } = workerCells(number)
  return {
    ...{ first_name: 'María José', last_name: 'Peña', key: `K${number}`, user_type: 'U2', company },
    ...{ email: `llave${number}@empresa.mx`, ine: '1234567890123', phone: '5512345678', gender: 'F' },
    ...{ curp: CURP, rfc: RFC, address: 'Calle 5', neighborhood: 'Centro', state: 'Jalisco' },
    ...{ zip_code: '44100', position: 'Operadora', biweekly_salary: 7500.5, bank: '40012' },
    debit_card_number: makeClabe(900_000 + number),
    bank_account_number: String(90_000_000_000 + number),
  }
}
