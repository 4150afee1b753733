module flightlog

go 1.26
