/** The specification's text where documents cannot be brought. */
export const documentsError = 'Ocurrió un error al intentar obtener los documentos del usuario'
