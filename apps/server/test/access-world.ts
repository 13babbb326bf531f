import { isoOf } from '../src/command/clock.ts'
import { requestRaise } from './approval-action.ts'
import type { TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import { makeLoan } from './loans.ts'
import { signatureUrl } from './png.ts'
import { smallPdf } from './small-pdf.ts'

/** Builds the multipart body as text, because `inject` does not encode forms. */
function uploadOf(user: number) {
  const boundary = 'limite'
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="ine.pdf"\r\ncontent-type: application/pdf\r\n\r\n${smallPdf()}\r\n`
  const text = `${field('filename', 'INE')}${field('user', String(user))}${file}--${boundary}--\r\n`
  return { multipart: `multipart/form-data; boundary=${boundary}`, text }
}

/**
 * Signs in a worker with one record of each kind, another worker of the same company and one of another, a manager and
 * an admin; `free` is a worker without records.
 */
export async function makeWorld(ctx: TestContext) {
  const { loan, worker: own } = await makeLoan(ctx, { state: 'approved' })
  const [other, free] = [await makeWorker(ctx), await makeWorker(ctx)]
  const colleague = await makeWorker(ctx, { company_id: own.company_id })
  const [manager, admin] = [await makeStaff(ctx, 'U1'), await makeStaff(ctx, 'U0')]
  const callers = {
    guest: {},
    own: await signIn(ctx, own),
    other: await signIn(ctx, other),
    colleague: await signIn(ctx, colleague),
    manager: await signIn(ctx, manager),
    admin: await signIn(ctx, admin),
  }
  const created_at = isoOf(ctx.clock.now)
  const document = await ctx.deps.db
    .selectFrom('document')
    .select('id')
    .where('user_id', '=', own.id)
    .where('kind', '=', 'CIF')
    .executeTakeFirstOrThrow()
  const notification = await ctx.deps.db
    .insertInto('notification')
    .values({ recipient_id: own.id, title: 'Hola', message: 'Prueba', created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const approval = await requestRaise(ctx, own)
  const session = await ctx.deps.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', own.id)
    .executeTakeFirstOrThrow()
  const place = { latitude: 25.6866, longitude: -100.3161 }
  return {
    ...{
      own,
      other,
      colleague,
      free,
      loan,
      callers,
      document,
      notification,
      approval,
      session_id: session.id,
    },
    acceptance: { signature: signatureUrl, ...place },
    upload: uploadOf(own.id),
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
