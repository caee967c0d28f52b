import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from '../src/table/dialogs/copy-link.ts'

test('an address of this machine alone is told from one in a network', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::1', 'table.localhost'])
    assert.ok(isLoopback(host), host)
  for (const host of ['192.168.1.7', 'attic.local', 'localhost.example', '10.127.0.1', '[fe80::1]', 'play.example'])
    assert.ok(!isLoopback(host), host)
})
