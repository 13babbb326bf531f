import { id } from '@quincena/domain/fields'
import { z } from 'zod'
import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { findSamePeople } from '../staff-access/queries.ts'
import { countUploaded, describeChanges, hasOpenChange } from './queries.ts'

async function lockName(trx: Trx, user_id: number): Promise<string> {
  const worker = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return `${worker.first_name} ${worker.last_name}`
}

/** Who confirms, and the open changes that it marks. */
type Confirming = { by: number } & ({ user_id: number; last_id: number } | { import_id: number })

/** Marks open changes as confirmed, but those of the confirming person and of who does not count as another person. */
async function confirm(deps: Deps, trx: Trx, { by: confirmed_by, ...of }: Confirming): Promise<void> {
  const same = await findSamePeople(deps, trx, confirmed_by)
  const open = trx
    .updateTable('worker_change')
    .set({ confirmed_by, confirmed_at: isoOf(deps.clock()) })
    .where('confirmed_at', 'is', null)
    .where('changed_by', 'not in', same)
  const marked =
    'import_id' in of
      ? open.where('import_id', '=', of.import_id)
      : open.where('user_id', '=', of.user_id).where('id', '<=', of.last_id)
  await marked.execute()
}

/** `last_id`: the newest change that the requester wrote; older open ones are confirmed with it. */
const ofWorker = z.object({ user_id: id, last_id: id })
type OfWorker = z.output<typeof ofWorker>

/** Confirming what a person of the staff wrote of a worker. */
export const confirmWorker: ApprovalAction<typeof ofWorker> = {
  ...{ name: 'worker.confirm', payload: ofWorker, deciders: 'staff', is_single: false },
  requesters: ['U0', 'U1'],
  isOpenToTokens: true,
  subjectOf: ({ user_id }: OfWorker) => ['user', user_id],
  async describe(trx, { user_id }: OfWorker) {
    const person = await lockName(trx, user_id)
    const lines = await describeChanges(trx, user_id)
    return { title: 'Confirmar los datos de un trabajador', amount: null, person, lines }
  },
  async isUnchanged(trx, changes: OfWorker) {
    await lockName(trx, changes.user_id)
    return hasOpenChange(trx, changes)
  },
  async execute(deps, trx, { context, payload: { user_id, last_id } }) {
    await confirm(deps, trx, { by: context.user.id, user_id, last_id })
    return { user_id }
  },
}

const ofUpload = z.object({ import_id: id, file_name: z.string() })
type OfUpload = z.output<typeof ofUpload>

/** Confirming all that an upload changed of workers. */
export const confirmUpload: ApprovalAction<typeof ofUpload> = {
  ...{ name: 'worker.confirm_upload', payload: ofUpload, deciders: 'staff', is_single: true },
  // Who uploaded may have left the staff before the upload ended.
  requesters: ['U0', 'U1', 'U2'],
  subjectOf: ({ import_id }: OfUpload) => ['import', import_id],
  async describe(trx, { import_id, file_name }: OfUpload) {
    const { created, changed } = await countUploaded(trx, import_id)
    const lines = [
      { label: 'Archivo', value: file_name },
      { label: 'Altas', value: String(created) },
      { label: 'Cambios de quién es, sueldo, empresa, correo o cuenta', value: String(changed) },
    ]
    return { title: 'Confirmar una carga de trabajadores', amount: null, person: null, lines }
  },
  isUnchanged: (trx, { import_id }: OfUpload) => hasOpenChange(trx, { import_id }),
  async execute(deps, trx, { context, payload: { import_id } }) {
    await confirm(deps, trx, { by: context.user.id, import_id })
    return { import_id }
  },
}
