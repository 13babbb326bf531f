import { notFound } from '@tanstack/react-router'
import { z } from 'zod'

/** The `$day` of a detail route, `YYYY-MM-DD`; any other value shows the not-found page. */
export const dayParam = {
  parse: ({ day }: { day: string }) => {
    if (!z.iso.date().safeParse(day).success) throw notFound()
    return { day }
  },
  stringify: ({ day }: { day: string }) => ({ day }),
}
