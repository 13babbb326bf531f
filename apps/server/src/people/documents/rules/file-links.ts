import type { DocumentRow } from '@quincena/domain/documents/schema'
import { sameText, sign } from '../../../crypto/signature.ts'
import type { Deps } from '../../../deps.ts'
import type { StoredDocument } from '../queries.ts'

const LINK_SECONDS = 300

const nowSeconds = (deps: Deps) => Math.floor(deps.clock().epochMilliseconds / 1000)

function queryOf(deps: Deps, id: string, expires: string): string {
  return `expires=${expires}&signature=${sign(deps.secrets, `document file ${id} until ${expires}`)}`
}

/**
 * The signed address of a document's file, valid for 5 minutes; anyone who has it can read this file and nothing else.
 */
function signedFile(deps: Deps, origin: string, document_id: number): string {
  const expires = String(nowSeconds(deps) + LINK_SECONDS)
  return `${origin}${deps.env.base_path}/api/documents/${document_id}/file?${queryOf(deps, String(document_id), expires)}`
}

interface Link {
  /** The id as written in the path. */
  id: string
  /** Everything after the question mark. */
  query: string
}

/** True if the server made the link, it is unchanged, and its 5 minutes have not passed. */
export function isLinkGood(deps: Deps, { id, query }: Link): boolean {
  const expires = /^expires=([0-9]{1,12})&/.exec(query)?.[1]
  if (expires === undefined || Number(expires) < nowSeconds(deps)) return false
  return sameText(query, queryOf(deps, id, expires))
}

/** A document with a new link to its file. */
export function withFile(deps: Deps, origin: string, document: StoredDocument): DocumentRow {
  return { ...document, file: signedFile(deps, origin, document.id) }
}
