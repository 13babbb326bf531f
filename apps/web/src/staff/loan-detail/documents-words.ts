/** Specification's text for documents that fail to load. */
export const documentsError = 'Ocurrió un error al intentar obtener los documentos del usuario'
