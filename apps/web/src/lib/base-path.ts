/** Where the app lives ('' or '/quincena'): the server writes it into the page's `<base href>`. */
export const basePath: string = new URL(document.baseURI).pathname.replace(/\/$/, '')
