import { isIP } from 'node:net'
import { z } from 'zod'

/** Passphrases and keys, not trimmed: spaces may be part of them. */
export const text = z.string().min(1).optional()

export const trimmed = z.string().trim().min(1).optional()

export const flag = z.stringbool({ error: 'is neither 1 nor 0; set one of them' }).optional()

export function integer(min: number, max: number) {
  const message = `is not a whole number from ${min} to ${max}; correct it`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}

export function textOf(pattern: RegExp, message: string) {
  return z.string().trim().regex(pattern, message).optional()
}

/** The URL, or undefined if the text is not one. */
export function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}

/** True for loopback names and addresses. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase()
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** True if the URL's host is loopback; false if the text is not a URL. */
export function isLoopbackUrl(value: string): boolean {
  const url = parseUrl(value)
  return url !== undefined && isLoopback(url.hostname)
}

export function urlOf(accepts: (url: URL) => boolean, message: string) {
  const isAccepted = (value: string) => {
    const url = parseUrl(value)
    return url !== undefined && accepts(url)
  }
  return z.string().trim().refine(isAccepted, message).optional()
}

export const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** HTTPS, or HTTP on this machine: orders and their signatures must not cross a network unencrypted. */
export const isSafeWeb = (url: URL) => url.protocol === 'https:' || (isWeb(url) && isLoopback(url.hostname))

/** The entries of a comma-separated list. */
export const listOf = (value: string) => value.split(',').map((entry) => entry.trim())
