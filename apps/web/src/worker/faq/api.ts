import { legalDocument } from '@quincena/domain/legal/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { store, stored } from '../../lib/storage.ts'
import { questionsOf } from './questions.ts'

const hour_ms = 60 * 60_000
const day_ms = 24 * hour_ms

const keptText = z.object({ read_ms: z.number(), text: legalDocument })

/** The copy of the questions on this device; undefined without one. */
function readCopy(): z.infer<typeof keptText> | undefined {
  try {
    return keptText.parse(JSON.parse(stored('faq') ?? 'null'))
  } catch {
    return undefined
  }
}

/** The frequent questions in force. A copy stays on the device and is shown until the server answers, or without a network. */
export const faqQuery = queryOptions({
  queryKey: keys.legal.text('faq'),
  queryFn: async ({ signal }) => {
    const text = await api.get(legalDocument, '/legal/faq', { signal })
    store('faq', JSON.stringify({ read_ms: Date.now(), text }))
    return questionsOf(text)
  },
  initialData: () => {
    const copy = readCopy()
    return copy && questionsOf(copy.text)
  },
  initialDataUpdatedAt: () => readCopy()?.read_ms,
  staleTime: hour_ms,
})

/** Brings a copy of the questions onto the device, at most once a day, so that they can be read without a network. */
export async function keepFaq(client: QueryClient): Promise<void> {
  const copy = readCopy()
  if (copy !== undefined && Date.now() - copy.read_ms < day_ms) return
  await client.prefetchQuery({ ...faqQuery, retry: false })
}
