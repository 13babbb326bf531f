/** The path that the app is served below ('' or '/quincena'), from the `<base href>` that the server writes. */
export const basePath: string = new URL(document.baseURI).pathname.replace(/\/$/, '')
