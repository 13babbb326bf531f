import { notFound } from '@tanstack/react-router'

/** The `$id` of a detail route, a positive integer; any other value shows the not-found page. */
export const idParam = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
