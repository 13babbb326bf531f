import type { TextContent } from '@quincena/domain/texts/content'
import type { TextDetail } from '@quincena/domain/texts/schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { textVersionQuery } from '../text/api.ts'
import type { StoredText } from './editing.ts'

export const noContent: TextContent = { title: '', sections: [] }

/** What is edited: the draft, without one a copy of the newest version, also of one that waits for its date. */
export interface Base extends StoredText {
  /** The draft's version; 0 without a draft. */
  version: number
}

/** The text from which a document's draft starts; undefined while the content of a waiting version loads. */
function useStart({ document, draft, content, in_force, versions }: TextDetail) {
  const newest = versions[0]?.version
  const isOther = draft === null && newest !== undefined && newest !== in_force?.version
  const query = useQuery({ ...textVersionQuery(document, newest ?? ''), enabled: isOther })
  return { query, start: isOther ? query.data?.content : (content ?? noContent) }
}

/** What the editor edits. While the next one loads, the last one stays, so that the editor keeps what is typed. */
export function useBase(text: TextDetail) {
  const { draft } = text
  const { query, start } = useStart(text)
  const base = useMemo<Base | undefined>(
    () => draft ?? (start && { content: start, summary: '', version: 0 }),
    [draft, start],
  )
  const [last, setLast] = useState(base)
  if (base !== undefined && base !== last) setLast(base)
  return { query, base: base ?? last }
}
