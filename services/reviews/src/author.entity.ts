import { Suspension } from '@switchback/platform/db/suspensions';
import { Entity } from 'typeorm';

@Entity('author')
export class Author extends Suspension {}
