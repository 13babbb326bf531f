import { notFound } from '@tanstack/react-router'

/** The `$id` of a detail: a positive integer, or the page is not there. */
export const idParam = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
