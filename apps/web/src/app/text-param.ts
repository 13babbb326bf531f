import { textDocumentName } from '@quincena/domain/texts/content'
import { notFound } from '@tanstack/react-router'

/** The `$document` of a route, the name of a text; any other value shows the not-found page. */
export const textParam = {
  parse: (params: { document: string }) => {
    const { data: document } = textDocumentName.safeParse(params.document)
    if (document === undefined) throw notFound()
    return { document }
  },
  stringify: ({ document }: { document: string }) => ({ document }),
}
