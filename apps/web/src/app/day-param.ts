import { notFound } from '@tanstack/react-router'
import { z } from 'zod'

/** The `$day` of a detail, `YYYY-MM-DD`, or the page is not there. */
export const dayParam = {
  parse: ({ day }: { day: string }) => {
    if (!z.iso.date().safeParse(day).success) throw notFound()
    return { day }
  },
  stringify: ({ day }: { day: string }) => ({ day }),
}
