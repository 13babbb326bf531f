import { createHash, randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { isoOf } from '../../src/command/clock.ts'
import { type People, password } from '../access-people.ts'
import { createAuthenticator } from '../authenticator.ts'
import { signatureUrl } from '../png.ts'
import { sendFile } from '../uploads.ts'
import { bookOf, workerCells, workersSheet } from '../worker-sheet.ts'

const origin = 'http://localhost'

/** The bytes of a small picture. */
export const picture = Buffer.from(signatureUrl.split(',')[1] ?? '', 'base64')

/** A passkey of `own`, which no authenticator has. */
export function makePasskey({ ctx, own }: People) {
  const key = { credential_id: randomBytes(32).toString('base64url'), public_key: randomBytes(32) }
  return ctx.deps.db
    .insertInto('passkey')
    .values({
      ...{ ...key, user_id: own.id, counter: 0, transports: 'internal', name: 'Laptop' },
      ...{ created_at: isoOf(ctx.clock.now), last_used_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The id of a token of the API that the admin made. */
export async function makeApiToken({ send }: People): Promise<number> {
  const body = { name: 'Nómina', scopes: ['loans:read'], valid_days: 30 }
  return (await send('admin', 'POST /auth/api-tokens', body)).json().api_token.id
}

/** The body that registers a new passkey of a caller, with the authenticator that has it. */
export async function startPasskey({ send }: People, caller: Parameters<People['send']>[0]) {
  const authenticator = createAuthenticator({ origin })
  const options = (await send(caller, 'POST /auth/passkeys/start')).json()
  const body = { name: 'Laptop', current_password: password, passkey: authenticator.create(options) }
  return { authenticator, body }
}

/** The body with which `own` signs in with a new passkey. */
export async function signInWithPasskey(people: People) {
  const { authenticator, body } = await startPasskey(people, 'own')
  const added = await people.send('own', 'POST /auth/passkeys', body)
  if (added.statusCode !== 201) throw new Error(added.body)
  const started = await people.send('guest', 'POST /auth/passkey-login/start')
  return { passkey: authenticator.get(started.json()) }
}

/** Starts the two-factor set-up of a caller; returns the code of the authenticator app some steps of 30 s later. */
export async function startTwoFactor({ ctx, send }: People, caller: Parameters<People['send']>[0]) {
  const { secret } = (await send(caller, 'POST /auth/two-factor')).json()
  return (steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: ctx.clock.now.epochMilliseconds + steps * 30_000 })
}

/** Turns two-factor sign-in of a caller on; returns the next code. */
export async function turnOnTwoFactor(people: People, caller: Parameters<People['send']>[0]) {
  const code = await startTwoFactor(people, caller)
  const body = { code: code(), current_password: password }
  const answer = await people.send(caller, 'POST /auth/two-factor/confirm', body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return code(1)
}

/** A mailed link with which `own` chooses a password; returns its token. */
export async function makePasswordToken({ ctx, own }: People) {
  const token = randomBytes(32).toString('base64url')
  await ctx.deps.db
    .insertInto('password_token')
    .values({
      ...{ user_id: own.id, kind: 'reset', used_at: null },
      token_hash: createHash('sha256').update(token).digest(),
      created_at: isoOf(ctx.clock.now),
      expires_at: isoOf(ctx.clock.now.add({ hours: 1 })),
    })
    .execute()
  return token
}

/** A view that `manager` saved. */
export function makeSavedView({ ctx, manager }: People) {
  return ctx.deps.db
    .insertInto('saved_view')
    .values({
      ...{
        user_id: manager.id,
        list: 'credits',
        name: 'En análisis',
        search: JSON.stringify({ status: 'INA' }),
      },
      created_at: isoOf(ctx.clock.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A notification of `own`; with `deleted` one that they deleted. */
export function makeNotification({ ctx, own }: People, { deleted }: { deleted: boolean }) {
  const created_at = isoOf(ctx.clock.now)
  return ctx.deps.db
    .insertInto('notification')
    .values({
      ...{ recipient_id: own.id, title: 'Hola', message: 'Prueba', created_at },
      deleted_at: deleted ? created_at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A request of `own` about their personal data, without an answer. */
export async function requestPrivacy({ send }: People) {
  const body = { right: 'access', detail: 'Prueba de acceso' }
  return { id: Number((await send('own', 'POST /privacy/requests', body)).json().id) }
}

/** The picture of `own`; returns its name in addresses. */
export async function uploadPicture({ ctx, send, own }: People) {
  const answer = await send('own', 'PUT /auth/picture', pictureForm())
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const user = ctx.deps.db.selectFrom('app_user').select('picture_id').where('id', '=', own.id)
  return String((await user.executeTakeFirstOrThrow()).picture_id)
}

/** A form with one file. */
export function formOf(
  file: { field?: string; name: string; bytes: Buffer },
  fields: Record<string, string> = {},
) {
  const line = 'limite'
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${line}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${line}\r\ncontent-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const bytes = Buffer.concat([
    Buffer.from(texts.join('') + head),
    file.bytes,
    Buffer.from(`\r\n--${line}--\r\n`),
  ])
  return { multipart: `multipart/form-data; boundary=${line}`, bytes }
}

export const pictureForm = () => formOf({ name: 'foto.png', bytes: picture })

/** A spreadsheet with one new worker, unique by the id of `own`. */
export const workerBook = ({ own }: People) => bookOf(workersSheet([workerCells(10_000 + own.id)]))

/** An upload of workers by the manager, whose only row is refused, read to its end. */
export async function uploadWorkers(people: People) {
  const { ctx, callers, company } = people
  const bytes = bookOf(workersSheet([workerCells(10_000 + people.own.id, { CURP: 'NADA' })]))
  const sent = { headers: callers.manager, bytes, company_name: company.name }
  const answer = await sendFile(ctx, { to: '/auth/upload-users/', ...sent })
  await ctx.drain(['take-import'])
  return { id: Number(answer.json().job) }
}
