import { randomUUID } from 'node:crypto'
import { refreshBalance } from '../src/treasury/reconciliation/commands/refresh-balance.ts'
import type { TestContext } from './context.ts'
import { signatureUrl } from './png.ts'

type Headers = Record<string, string>

/** Checks the balance at STP now and returns the stored check. */
export async function checkBalance(ctx: TestContext) {
  await refreshBalance(ctx.deps)
  return ctx.deps.db
    .selectFrom('balance_check')
    .selectAll()
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** Posts to the API with a key of its own. */
export const postTo = (
  ctx: TestContext,
  path: string,
  { headers, payload = {} }: { headers: Headers; payload?: object },
) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${path}`, payload },
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })

/** Reads a path of the API. Throws unless the answer is 200. */
export async function readFrom(ctx: TestContext, path: string, headers: Headers) {
  const answer = await ctx.app.inject({ url: `${ctx.api}${path}`, headers })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

/** Posts the opening balance that the first check finds. Throws unless the answer is 201. */
export async function openBooks(ctx: TestContext, headers: Headers) {
  const { id, difference_cents } = await checkBalance(ctx)
  const payload = { check: id, amount: difference_cents / 100 }
  const answer = await postTo(ctx, '/treasury/balance/opening', { headers, payload })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

/** Moves the lender's own money at STP: `deposits`, `withdrawals` or `fees`. */
export async function moveAtStp(
  ctx: TestContext,
  kind: string,
  body: { monto: number; claveRastreo?: string },
) {
  const answer = await fetch(`${ctx.simulator.url}/admin/${kind}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The two people of a movement. */
export interface TwoPeople {
  manager: Headers
  admin: Headers
}

/** Asks as the manager, and approves as the admin. Throws unless both succeed. */
export async function recordByTwo(
  ctx: TestContext,
  { manager, admin }: TwoPeople,
  [path, payload]: readonly [string, object],
) {
  const asked = await postTo(ctx, path, { headers: manager, payload })
  if (asked.statusCode !== 202) throw new Error(asked.body)
  const approve = `/approvals/${asked.json().approval.id}/approve`
  const answer = await postTo(ctx, approve, { headers: admin })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** Uploads a picture as the file of a movement; returns its id. */
export async function uploadMovementFile(ctx: TestContext, headers: Headers): Promise<string> {
  const line = 'x-movement'
  const head = `--${line}\r\ncontent-disposition: form-data; name="file"; filename="retiro.png"\r\ncontent-type: image/png\r\n\r\n`
  const picture = Buffer.from(signatureUrl.split(',')[1] ?? '', 'base64')
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/treasury/cash-movements/files` },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${line}` },
    payload: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${line}--\r\n`)]),
  })
  return answer.json().file
}
