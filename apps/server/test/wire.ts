import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** The way to a service, which a test can cut. */
export interface Wire {
  port: number
  /** Ends all connections and refuses new ones, as a machine does whose program is gone. */
  cut: () => Promise<void>
  mend: () => Promise<void>
}

/** Passes connections to a free port on to a port of this machine. */
export async function startWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let server: Server | undefined

  function pass(near: Socket) {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        for (const each of [near, far]) each.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }

  async function open(port: number): Promise<number> {
    server = createServer(pass).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  const port = await open(0)
  return {
    port,
    async cut() {
      for (const socket of sockets) socket.destroy()
      if (server === undefined) return
      const closed = once(server, 'close')
      server.close()
      server = undefined
      await closed
    },
    mend: async () => void (await open(port)),
  }
}
