/** Where the app lives ('' or '/quincena'): the server says so in `<base href>`, read at run time. */
export const basePath: string = new URL(document.baseURI).pathname.replace(/\/$/, '')
