import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10
const NS_PER_MS = 1_000_000

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process or thread has just ended
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // the process has just ended
  }
}

/** Processor time of all threads of a process, in ms. */
function ownTime(pid: number): number {
  const folder = `/proc/${pid}/task`
  const threads = namesIn(folder).map((thread) => textOf(`${folder}/${thread}/schedstat`).split(' ')[0])
  return threads.reduce((sum, ns) => sum + Number(ns), 0) / NS_PER_MS
}

/** Processor time of the children of a process that have ended, in ms. */
function endedChildrenTime(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_MS
}

const childrenOf = (pid: number) =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Processor time of a process with all its threads, in ms since its start. Only Linux tells it. */
export const processTime = (pid: number): number => ownTime(pid)

/** Processor time of a process and of the processes that it started, running and ended, in ms since its start. */
export function familyTime(pid: number): number {
  const running = [pid, ...childrenOf(pid)].map(ownTime)
  return running.reduce((sum, time) => sum + time, 0) + endedChildrenTime(pid)
}

/** Processor time of a PostgreSQL cluster, of its running and its ended processes, in ms since its start. */
export const clusterTime = familyTime

/** Processor time of this process, in ms since its start. */
export function clientTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const statusOf = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** Memory of a process in MB: what it has now, and the most that it ever had. */
export const memoryOf = (pid: number) => ({ now_mb: statusOf(pid, 'VmRSS'), peak_mb: statusOf(pid, 'VmHWM') })
