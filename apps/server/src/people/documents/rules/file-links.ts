import type { DocumentRow } from '@quincena/domain/documents/schema'
import type { FastifyRequest } from 'fastify'
import { isStaff } from '../../../command/context.ts'
import { sameText, sign } from '../../../crypto/signature.ts'
import type { Deps } from '../../../deps.ts'
import { addressOf } from '../../../http/address.ts'
import type { StoredDocument } from '../queries.ts'

const LINK_SECONDS = 300

const nowSeconds = (deps: Deps) => Math.floor(deps.clock().epochMilliseconds / 1000)

interface LinkTerms {
  expires: string
  /** The id of the member of the staff who got the link; null: a worker got it. */
  staff_id: string | null
}

function queryOf(deps: Deps, id: string, { expires, staff_id }: LinkTerms): string {
  const staff = staff_id === null ? '' : `&staff=${staff_id}`
  const suffix = staff_id === null ? '' : ` for staff ${staff_id}`
  const signature = sign(deps.secrets, `document file ${id} until ${expires}${suffix}`)
  return `expires=${expires}${staff}&signature=${signature}`
}

interface Link {
  /** The id as written in the path. */
  id: string
  /** Everything after the question mark. */
  query: string
}

/**
 * Returns for whom the server made a link: the id of a member of the staff, or null for a worker. Undefined unless the
 * server made it, it is unchanged, and its 5 minutes have not passed.
 */
export function readLink(deps: Deps, { id, query }: Link): { staff_id: number | null } | undefined {
  const [, expires, staff_id = null] = /^expires=([0-9]{1,12})(?:&staff=([0-9]{1,15}))?&/.exec(query) ?? []
  if (expires === undefined || Number(expires) < nowSeconds(deps)) return undefined
  if (!sameText(query, queryOf(deps, id, { expires, staff_id }))) return undefined
  return { staff_id: staff_id === null ? null : Number(staff_id) }
}

/**
 * A document with a new link to its file, valid for 5 minutes; anyone who has it can read this file and nothing else. A
 * link that staff get names them, so that its opening is recorded as theirs.
 */
export function withFile(deps: Deps, request: FastifyRequest, document: StoredDocument): DocumentRow {
  const user = request.signedIn?.user
  const staff_id = user !== undefined && isStaff(user) ? String(user.id) : null
  const expires = String(nowSeconds(deps) + LINK_SECONDS)
  const query = queryOf(deps, String(document.id), { expires, staff_id })
  const path = `${deps.env.base_path}/api/documents/${document.id}/file`
  return { ...document, file: `${addressOf(request)}${path}?${query}` }
}
