import type { Deps } from '../../lib/deps.ts'
import { sameText, sign } from '../../lib/secrets.ts'

const LINK_SECONDS = 300

const nowSeconds = (deps: Deps) => Math.floor(deps.clock().epochMilliseconds / 1000)

function queryOf(deps: Deps, id: string, expires: string): string {
  return `expires=${expires}&signature=${sign(deps.secrets, `document file ${id} until ${expires}`)}`
}

/** The address of a document's file, good for 5 minutes; whoever has it may read the file, and nothing else. */
export function signedFile(deps: Deps, origin: string, document_id: number): string {
  const expires = String(nowSeconds(deps) + LINK_SECONDS)
  return `${origin}${deps.env.base_path}/api/documents/${document_id}/file?${queryOf(deps, String(document_id), expires)}`
}

interface Link {
  /** As it stands in the path. */
  id: string
  /** All that follows the question mark. */
  query: string
}

/** True for a link of ours, unchanged in any character, whose 5 minutes have not passed. */
export function isLinkGood(deps: Deps, { id, query }: Link): boolean {
  const expires = /^expires=([0-9]{1,12})&/.exec(query)?.[1]
  if (expires === undefined || Number(expires) < nowSeconds(deps)) return false
  return sameText(query, queryOf(deps, id, expires))
}
