# What docs/maintainers/host-protocol.md says, and no more: one lease, which it acquires, renews, resumes, releases.
use strict;
use warnings;
use IO::Select;
use IO::Socket::UNIX;
use JSON::PP;
use Time::HiRes qw(clock_gettime sleep);

$| = 1;
my ($path, $orders, $heard, $last, $beaten, $until, $ttl) = ($ARGV[0], '', '', 0, 0, 0, 30);
my ($socket, %hello, %written, $lease, $wait, $releasing, $asked, $watched);

sub now { clock_gettime(7) }    # CLOCK_BOOTTIME
sub said { open my $file, '<', $_[0] or return ''; my $text = <$file>; chomp $text; $text }
sub held { defined $lease && now() < $until }

sub write_line {
    my %line = (@_, id => ++$last);
    $written{$last} = now();
    $socket->syswrite(encode_json(\%line) . "\n");
    return $last;
}

# Until something can be resumed no more: then the session is a new one.
sub connect_again {
    my $pause = 0.02;
    until ($socket = IO::Socket::UNIX->new(Peer => $path)) {
        sleep rand($pause = $pause < 0.15 ? $pause * 2 : 0.3);
    }
    $heard = '';
    delete @hello{qw(session key)} unless $hello{key} && (held() || defined $wait || defined $releasing);
    ($last, %written) = (0) unless $hello{key};
    write_line(%hello, $hello{key} ? (leases => [map { $_ // () } $lease // $releasing], waits => [$wait // ()]) : ());
    $wait = write_line(%$asked) if defined $asked && !$hello{key};
    write_line(release => $releasing) if defined $releasing;
}

sub hear {
    my ($line) = @_;
    my ($before, $re) = ($written{$line->{seen} // 0}, $line->{re} // 0);
    if (my $granted = $line->{granted}) {
        ($lease, $until, $wait, $asked) = ($granted->{lease}, $before + $granted->{leftMs} / 1000);
        print "granted $granted->{token}\n";
    } elsif (my $left = $line->{left}) {
        my $later = $before + ($left->{$lease // ''} // 0) / 1000;
        $until = $later if held() && $later > $until;
        if ($watched && $until > $watched + 1) { undef $watched; print "renewed\n" }
    } elsif ($line->{lost} && $line->{lost}{lease} eq ($lease // '')) {
        undef $lease;
    } elsif ($line->{released}) {
        undef $releasing;
        print 'released ', $line->{released}{wasHeld} ? 'true' : 'false', "\n";
    } elsif ($line->{key}) {
        @hello{qw(session key)} = @$line{qw(session key)};
    } elsif ($line->{error} && $line->{error}{code} eq 'resume') {
        delete $hello{key};    # the host agent ends the connection
    } elsif ($line->{error} && $re == ($wait // -1)) {
        if ($line->{error}{code} eq 'ending') { $wait = write_line(%$asked) }
        else { undef $wait; print "error $line->{error}{code}\n" }
    } elsif ($line->{refused}) {
        undef $wait;
        print "refused $line->{refused}{holder}{service}\n";
    }
}

sub obey {
    my ($verb, $name, $wait_ms, $ttl_ms) = split ' ', $_[0];
    if ($verb eq 'acquire') {
        $ttl = $ttl_ms / 1000;
        $asked = {acquire => $name, waitMs => 0 + $wait_ms, ttlMs => 0 + $ttl_ms};
        $wait = write_line(%$asked);
    } elsif ($verb eq 'held') {
        print 'held ', held() ? 'true' : 'false', "\n";
    } elsif ($verb eq 'renewed') {
        $watched = $until;
    } elsif ($verb eq 'release') {
        ($releasing, $lease) = ($lease, undef);
        write_line(release => $releasing);
    }
}

%hello = (hello => 1, service => 'small', client => 'perl/0.1', pid => $$, pidns => readlink '/proc/self/ns/pid', boot => said('/proc/sys/kernel/random/boot_id'));
$SIG{PIPE} = 'IGNORE';
connect_again();
while (1) {
    my $every = $ttl < 12 ? $ttl / 6 : 2;
    for my $ready (IO::Select->new($socket, \*STDIN)->can_read($every / 2)) {
        my $of_host = $ready == $socket;
        my $read = sysread $ready, my $text, 65536;
        if (!$read) { $of_host ? connect_again() : exit }
        elsif ($of_host) { $heard .= $text }
        else { $orders .= $text }
    }
    hear(decode_json($1)) while $heard =~ s/^(.*)\n//;
    obey($1) while $orders =~ s/^(.*)\n//;
    next unless (defined $wait || held()) && now() - $beaten >= $every;
    $beaten = now();
    write_line(beat => JSON::PP::true);
}
