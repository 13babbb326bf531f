import { notFound } from '@tanstack/react-router'
import { z } from 'zod'

/** The `$id` of a detail: a positive integer, or the page is not there. */
export const idParam = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

/** The `$day` of a detail, `YYYY-MM-DD`, or the page is not there. */
export const dayParam = {
  parse: ({ day }: { day: string }) => {
    if (!z.iso.date().safeParse(day).success) throw notFound()
    return { day }
  },
  stringify: ({ day }: { day: string }) => ({ day }),
}
