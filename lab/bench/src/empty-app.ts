// The floor of P14: an empty Nest application on Fastify. Node runs this file directly, without a loader.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

class EmptyModule {}
Module({})(EmptyModule);

const app = await NestFactory.create<NestFastifyApplication>(EmptyModule, new FastifyAdapter(), { logger: false });
app
  .getHttpAdapter()
  .getInstance()
  .get('/api/health/ready', (_request, reply) => reply.send({}));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => process.exit());
